CREATE TABLE `admin_properties` (
	`admin_id` text NOT NULL,
	`property_id` text NOT NULL,
	PRIMARY KEY(`admin_id`, `property_id`),
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`property_id`) REFERENCES `properties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `admin_properties_property` ON `admin_properties` (`property_id`);--> statement-breakpoint
ALTER TABLE `admins` ADD `role` text DEFAULT 'caretaker' NOT NULL;--> statement-breakpoint
UPDATE `admins` SET `role` = 'owner';--> statement-breakpoint
ALTER TABLE `admins` ADD `invited_at` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `daily_mail` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `admins` ADD `tell_trouble` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `admins_staff` ON `admins` (`role`) WHERE deleted_at IS NULL AND invited_at IS NULL;--> statement-breakpoint
CREATE INDEX `bookings_property_made` ON `bookings` (`property_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancel_reason` text;--> statement-breakpoint
CREATE INDEX `users_property_name` ON `users` (`property_id`,name COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `users_property_email` ON `users` (`property_id`,`email`);
