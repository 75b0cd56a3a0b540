DROP INDEX "product_words_similar";--> statement-breakpoint
CREATE INDEX "product_words_trigrams" ON "product_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);