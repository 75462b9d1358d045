CREATE TABLE `pin_changes` (
	`scooter_id` text PRIMARY KEY NOT NULL,
	`new_pin` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`scooter_id`) REFERENCES `scooters`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- Rebuilt for its new kind. No table refers to it.
CREATE TABLE `__new_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`path` text NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_stored` integer DEFAULT true NOT NULL,
	`claimed_at` integer,
	CONSTRAINT "uploads_kind" CHECK(`kind` IN ('image', 'license', 'photo'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_uploads` (`id`, `kind`, `path`, `content_type`, `created_at`, `is_stored`, `claimed_at`)
SELECT `id`, `kind`, `path`, `content_type`, `created_at`, `is_stored`, `claimed_at` FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_path_unique` ON `uploads` (`path`);--> statement-breakpoint
CREATE INDEX `uploads_missing` ON `uploads` (`claimed_at`) WHERE claimed_at IS NOT NULL AND is_stored = 0;--> statement-breakpoint
CREATE INDEX `uploads_unclaimed` ON `uploads` (`created_at`) WHERE claimed_at IS NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `kind` text DEFAULT 'ride' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `ride_id` text REFERENCES bookings(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `booked_end_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `returned_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `return_photo_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `pin_seen_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_extensions` ON `bookings` (`ride_id`) WHERE `ride_id` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_unreturned` ON `bookings` (`end_at`) WHERE kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `buffer_minutes` integer;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `max_days_ahead` integer;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `max_ride_hours` integer;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `support_phone` text;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `pin_mode` text;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `pin_lead_minutes` integer;--> statement-breakpoint
-- Written by hand: rides that ended before are over. A ride can be extended until an hour after its end.
UPDATE `bookings` SET `returned_at` = `end_at` WHERE `state` = 'confirmed' AND `end_at` <= unixepoch() - 3600;
