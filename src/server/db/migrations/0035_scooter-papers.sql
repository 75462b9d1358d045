CREATE TABLE `scooter_papers` (
	`scooter_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` text,
	`expires_on` text,
	PRIMARY KEY(`scooter_id`, `kind`),
	FOREIGN KEY (`scooter_id`) REFERENCES `scooters`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "scooter_papers_kind" CHECK("scooter_papers"."kind" IN ('rc', 'insurance', 'puc', 'permit'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `scooter_papers_expiry` ON `scooter_papers` (`expires_on`) WHERE "scooter_papers"."expires_on" is not null;--> statement-breakpoint
ALTER TABLE `scooters` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `scooters` ADD `registration_number` text;--> statement-breakpoint
CREATE UNIQUE INDEX `scooters_registration` ON `scooters` (`registration_number`) WHERE registration_number IS NOT NULL AND archived_at IS NULL;