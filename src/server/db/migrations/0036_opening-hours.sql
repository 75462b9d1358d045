ALTER TABLE `property_settings` ADD `opens_at` text;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `closes_at` text;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `closed_dates` text;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `paused_until` integer;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `pause_note` text;