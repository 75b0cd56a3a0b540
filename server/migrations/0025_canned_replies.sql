CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shortcut" text NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "canned_replies_shortcut_unique" UNIQUE("shortcut"),
	CONSTRAINT "canned_replies_shortcut_typable" CHECK ("canned_replies"."shortcut" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "canned_replies_not_blank" CHECK (length(btrim("canned_replies"."text")) between 1 and 2000)
);
