ALTER TABLE `webhook_events` ADD `quarantined` text;--> statement-breakpoint
-- Impossible times of disputes, which the portal cannot show. An unknown deadline counts as near.
UPDATE `disputes` SET `respond_by` = NULL WHERE `respond_by` NOT BETWEEN 0 AND 7258118400;--> statement-breakpoint
UPDATE `disputes` SET `created_at` = unixepoch() WHERE `created_at` NOT BETWEEN 0 AND 7258118400;--> statement-breakpoint
UPDATE `disputes` SET `told_at` = unixepoch() WHERE `told_at` NOT BETWEEN 0 AND 7258118400;
