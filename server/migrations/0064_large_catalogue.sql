CREATE TABLE "words_apart" (
	"first" text collate "C" NOT NULL,
	"second" text collate "C" NOT NULL,
	"proven" boolean DEFAULT false NOT NULL,
	CONSTRAINT "words_apart_first_second_pk" PRIMARY KEY("first","second")
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "top_seller" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "listings_top_sellers" ON "listings" USING gin ("search_words","option_ids") WITH (fastupdate=false) WHERE top_seller;