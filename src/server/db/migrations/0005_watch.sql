CREATE TABLE `runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL
) STRICT;
