CREATE TABLE `former_access` (
	`admin_id` text NOT NULL,
	`property_id` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`admin_id`, `property_id`),
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `former_access_property` ON `former_access` (`property_id`,`until`);