CREATE TABLE `consents` (
	`user_id` text NOT NULL,
	`version` text NOT NULL,
	`agreed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
