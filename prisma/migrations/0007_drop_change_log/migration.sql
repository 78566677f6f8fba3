-- DropTable
DROP TABLE "change_log";

-- By hand
