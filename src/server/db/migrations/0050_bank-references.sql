ALTER TABLE `refunds` ADD `bank_reference` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `reference_at` integer;--> statement-breakpoint
CREATE INDEX `refunds_reference` ON `refunds` (`reference_at`) WHERE reference_at IS NOT NULL;--> statement-breakpoint
UPDATE `refunds` SET `reference_at` = unixepoch() WHERE `status` = 'processed' AND `refund_id` IS NOT NULL AND `processed_at` > unixepoch() - 14 * 86400;
