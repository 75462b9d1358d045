-- Generated from schema.ts by drizzle-kit, which would copy the rows: nothing has written any so far.
DROP TABLE `throttles`;--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`locked_until` integer NOT NULL,
	`forgotten_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `throttles_forgotten` ON `throttles` (`forgotten_at`);
