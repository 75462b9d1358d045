-- Since when the cron is waited for (server/health.ts). A database that has seen it run is judged by its last run.
INSERT INTO `runs` (`job`, `ended_at`, `troubles`) VALUES ('installed', unixepoch(), 0) ON CONFLICT DO NOTHING;
