-- The table is made anew for two more words; nothing refers to it.
CREATE TABLE `__new_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL,
	`cursor` text,
	CONSTRAINT "runs_job" CHECK(`job` IN ('bucket', 'daily', 'hourly', 'installed', 'invariants', 'minute'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`, `cursor`)
SELECT `job`, `ended_at`, `troubles`, `cursor` FROM `runs`;--> statement-breakpoint
-- The daily jobs last started with the check of all rides. Without one, they wait for their next time.
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`) VALUES
	('daily', coalesce((SELECT `ended_at` FROM `runs` WHERE `job` = 'invariants'), unixepoch()), 0),
	('hourly', unixepoch(), 0);
--> statement-breakpoint
DROP TABLE `runs`;--> statement-breakpoint
ALTER TABLE `__new_runs` RENAME TO `runs`;
