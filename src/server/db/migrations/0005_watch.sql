CREATE TABLE `runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `users_license` ON `users` (`license_photo_url`);