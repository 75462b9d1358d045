DROP INDEX `users_name`;--> statement-breakpoint
DROP INDEX `users_property_name`;--> statement-breakpoint
DROP INDEX `users_unfolded`;--> statement-breakpoint
ALTER TABLE `users` ADD `name_key` text;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (CASE WHEN "name_key" IS NULL THEN lower("name") ELSE "name_key" END);--> statement-breakpoint
CREATE INDEX `users_property_name` ON `users` (`property_id`,CASE WHEN "name_key" IS NULL THEN lower("name") ELSE "name_key" END);--> statement-breakpoint
CREATE INDEX `users_unfolded` ON `users` (`name_key`) WHERE name_key IS NULL AND deleted_at IS NULL;