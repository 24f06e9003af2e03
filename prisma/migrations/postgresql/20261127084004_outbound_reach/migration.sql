-- CreateTable
CREATE TABLE "outbound_reach" (
    "purpose" TEXT NOT NULL,
    "unreached" INTEGER NOT NULL,
    "last_failure" TEXT NOT NULL,
    "failed_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "outbound_reach_pkey" PRIMARY KEY ("purpose")
);
