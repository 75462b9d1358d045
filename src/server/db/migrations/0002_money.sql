CREATE TABLE `audits` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`admin_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `audits_created` ON `audits` (`created_at`);--> statement-breakpoint
CREATE INDEX `audits_subject` ON `audits` (`subject`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `ordering_until` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `paise` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `note` text;--> statement-breakpoint
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);--> statement-breakpoint
UPDATE `payments` SET `paise` = coalesce((SELECT r.`amount` FROM `refunds` r WHERE r.`payment_id` = `payments`.`payment_id`), (SELECT b.`amount` FROM `bookings` b WHERE b.`id` = `payments`.`booking_id`)) * 100, `currency` = 'INR' WHERE `status` = 'captured';
