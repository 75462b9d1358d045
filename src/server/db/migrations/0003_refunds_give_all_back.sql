CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint
ALTER TABLE `refunds` DROP COLUMN `amount`;