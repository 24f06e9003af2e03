-- CreateTable
CREATE TABLE "outbound_reach" (
    "purpose" TEXT NOT NULL PRIMARY KEY,
    "unreached" INTEGER NOT NULL,
    "last_failure" TEXT NOT NULL,
    "failed_at" DATETIME NOT NULL
);
