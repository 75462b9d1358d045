-- Both tables are made anew for one more word; nothing refers to them.
CREATE TABLE `__new_failing_items` (
	`list` text NOT NULL,
	`id` text NOT NULL,
	`failing_since` integer NOT NULL,
	`retry_at` integer NOT NULL,
	PRIMARY KEY(`list`, `id`),
	CONSTRAINT "failing_items_list" CHECK(`list` IN ('bucket', 'invariants', 'orders', 'refunds', 'riders', 'uploads', 'log'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_failing_items` (`list`, `id`, `failing_since`, `retry_at`)
SELECT `list`, `id`, `failing_since`, `retry_at` FROM `failing_items`;--> statement-breakpoint
DROP TABLE `failing_items`;--> statement-breakpoint
ALTER TABLE `__new_failing_items` RENAME TO `failing_items`;--> statement-breakpoint
CREATE INDEX `failing_items_retry` ON `failing_items` (`retry_at`);--> statement-breakpoint
CREATE TABLE `__new_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL,
	`cursor` text,
	CONSTRAINT "runs_job" CHECK(`job` IN ('bucket', 'installed', 'invariants', 'minute'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`) SELECT `job`, `ended_at`, `troubles` FROM `runs`;--> statement-breakpoint
DROP TABLE `runs`;--> statement-breakpoint
ALTER TABLE `__new_runs` RENAME TO `runs`;--> statement-breakpoint
CREATE INDEX `uploads_missing` ON `uploads` (`claimed_at`) WHERE claimed_at IS NOT NULL AND is_stored = 0;--> statement-breakpoint
CREATE INDEX `users_profile_image` ON `users` (`profile_image_url`) WHERE profile_image_url IS NOT NULL;
