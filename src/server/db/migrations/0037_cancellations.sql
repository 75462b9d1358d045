ALTER TABLE `bookings` ADD `cancellation_id` text;--> statement-breakpoint
-- The table is made anew for one more word; nothing refers to it.
CREATE TABLE `__new_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL,
	`cursor` text,
	CONSTRAINT "runs_job" CHECK(`job` IN ('bucket', 'daily', 'hourly', 'installed', 'invariants', 'minute', 'refund_shares'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`, `cursor`)
SELECT `job`, `ended_at`, `troubles`, `cursor` FROM `runs`;--> statement-breakpoint
-- Since when a cancellation cannot refund more than its share. The daily check logs the refunds from before once.
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`) VALUES ('refund_shares', unixepoch(), 1);--> statement-breakpoint
DROP TABLE `runs`;--> statement-breakpoint
ALTER TABLE `__new_runs` RENAME TO `runs`;
