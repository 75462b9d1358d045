-- drizzle-kit; STRICT, WITHOUT ROWID and the words of existing riders are by hand.
CREATE TABLE `rider_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- The rules of domain/riders/search-words.ts. `rest` starts with the next character that may be a separator; each step
-- replaces one separator everywhere by a space, or skips a letter of another alphabet.
INSERT INTO `rider_words` (`word`, `user_id`)
WITH RECURSIVE
riders (`id`, `email`, `text`, `phone`) AS (
	SELECT `id`, lower(`email`), lower(`name` || ' ' || `email`), `phone` FROM `users` WHERE `deleted_at` IS NULL
),
texts (`id`, `text`, `rest`) AS (
	SELECT `id`, `text`, ltrim(`text`, 'abcdefghijklmnopqrstuvwxyz0123456789 ') FROM riders
	UNION ALL
	SELECT `id`,
		CASE WHEN unicode(`rest`) < 192 OR unicode(`rest`) BETWEEN 8192 AND 8303
			THEN replace(`text`, substr(`rest`, 1, 1), ' ') ELSE `text` END,
		ltrim(replace(`rest`, substr(`rest`, 1, 1), ' '), 'abcdefghijklmnopqrstuvwxyz0123456789 ')
	FROM texts WHERE length(`rest`) > 0
),
phones (`id`, `digits`, `rest`) AS (
	SELECT `id`, `phone`, ltrim(`phone`, '0123456789') FROM riders
	UNION ALL
	SELECT `id`, replace(`digits`, substr(`rest`, 1, 1), ''), ltrim(replace(`rest`, substr(`rest`, 1, 1), ''), '0123456789')
	FROM phones WHERE length(`rest`) > 0
),
numbers (`id`, `number`) AS (
	SELECT `id`, ltrim(`digits`, '0') FROM phones WHERE length(`rest`) = 0
)
SELECT value, texts.`id` FROM texts, json_each('[' || replace(json_quote(`text`), ' ', '","') || ']')
WHERE length(`rest`) = 0 AND value <> ''
UNION SELECT `email`, `id` FROM riders WHERE `email` <> ''
UNION SELECT `number`, `id` FROM numbers WHERE `number` <> ''
UNION SELECT '91' || `number`, `id` FROM numbers WHERE length(`number`) = 10
UNION SELECT substr(`number`, 3), `id` FROM numbers WHERE length(`number`) = 12 AND `number` LIKE '91%';
--> statement-breakpoint
CREATE INDEX `rider_words_user` ON `rider_words` (`user_id`,`word`);--> statement-breakpoint
DROP INDEX `users_later_names`;
