CREATE TABLE `failing_items` (
	`list` text NOT NULL,
	`id` text NOT NULL,
	`failing_since` integer NOT NULL,
	`retry_at` integer NOT NULL,
	PRIMARY KEY(`list`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `failing_items_retry` ON `failing_items` (`retry_at`);