CREATE TABLE `property_settings` (
	`property_id` text PRIMARY KEY NOT NULL,
	`free_cancel_minutes` integer,
	`grace_minutes` integer,
	`late_cancel_percent` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`property_id`) REFERENCES `properties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `bookings` ADD `terms` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `paid_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `refund_percent` integer;--> statement-breakpoint
-- Written by hand: what is known of bookings made before.
UPDATE `bookings`
   SET `paid_at` = (SELECT p.`created_at` FROM `payments` p WHERE p.`id` = `bookings`.`payment_id` AND p.`status` = 'captured')
 WHERE `payment_id` IS NOT NULL;--> statement-breakpoint
UPDATE `bookings` SET `refund_percent` = 100 WHERE `state` = 'cancelled' AND `payment_id` IS NOT NULL;
