CREATE TABLE `alerts` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`status` text NOT NULL,
	`previous` text NOT NULL,
	`checks` text NOT NULL,
	`changed_at` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	CONSTRAINT "alerts_previous" CHECK("alerts"."previous" IN ('ok', 'attention', 'broken')),
	CONSTRAINT "alerts_state" CHECK("alerts"."state" IN ('seen', 'due', 'sent')),
	CONSTRAINT "alerts_status" CHECK("alerts"."status" IN ('ok', 'attention', 'broken'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `alerts_in_state` ON `alerts` (`state`,`number`);