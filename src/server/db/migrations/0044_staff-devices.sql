CREATE TABLE `__new_push_subscriptions` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`admin_id` text,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "push_subscriptions_account" CHECK((user_id IS NULL) <> (admin_id IS NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_push_subscriptions`("endpoint", "user_id", "admin_id", "p256dh", "auth", "created_at") SELECT "endpoint", "user_id", NULL, "p256dh", "auth", "created_at" FROM `push_subscriptions`;--> statement-breakpoint
DROP TABLE `push_subscriptions`;--> statement-breakpoint
ALTER TABLE `__new_push_subscriptions` RENAME TO `push_subscriptions`;--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_admin` ON `push_subscriptions` (`admin_id`);