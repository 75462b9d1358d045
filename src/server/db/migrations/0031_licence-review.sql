CREATE TABLE `rider_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`admin_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `rider_notes_user` ON `rider_notes` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `property_settings` ADD `book_before_review` integer;--> statement-breakpoint
ALTER TABLE `scooters` ADD `needs_license` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `license_status` text DEFAULT 'unreviewed' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `license_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `license_valid_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `license_waits_since` integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE `users` ADD `license_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_at` integer;--> statement-breakpoint
CREATE INDEX `users_to_review` ON `users` (`license_waits_since`) WHERE license_waits_since IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_property_to_review` ON `users` (`property_id`,`license_waits_since`) WHERE license_waits_since IS NOT NULL AND deleted_at IS NULL;