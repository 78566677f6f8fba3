-- CreateTable
CREATE TABLE "pictures" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "address" BYTEA NOT NULL,
    "media_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "picture_contents" (
    "platform_id" TEXT NOT NULL,
    "picture_id" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "picture_contents_pkey" PRIMARY KEY ("platform_id","picture_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pictures_address_key" ON "pictures"("address");

-- AddForeignKey
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "picture_contents" ADD CONSTRAINT "picture_contents_platform_id_picture_id_fkey" FOREIGN KEY ("platform_id", "picture_id") REFERENCES "pictures"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand

-- Pictures are compressed already.
ALTER TABLE "picture_contents" ALTER COLUMN "content" SET STORAGE EXTERNAL;
