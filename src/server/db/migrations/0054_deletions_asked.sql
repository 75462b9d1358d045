ALTER TABLE `users` ADD `deletion_asked_at` integer;--> statement-breakpoint
CREATE INDEX `users_leaving` ON `users` (`deletion_asked_at`) WHERE deletion_asked_at IS NOT NULL AND deleted_at IS NULL;