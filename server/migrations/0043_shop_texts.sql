CREATE TABLE "shop_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"text_key" text NOT NULL,
	"title" text,
	"text" text NOT NULL,
	"is_own" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shop_texts_text_key_unique" UNIQUE("text_key"),
	CONSTRAINT "shop_texts_key_known" CHECK ("shop_texts"."text_key" in ('answer_shipping', 'answer_returns', 'answer_tracking', 'answer_vegan', 'answer_ingredients', 'consent', 'policy_privacy', 'policy_terms', 'policy_shipping'))
);
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE ON shop_texts FOR EACH STATEMENT EXECUTE FUNCTION notify_shop_changed();
--> statement-breakpoint
-- A shop that is open already goes on saying what it said; a new one starts with neutral texts.
INSERT INTO shop_texts (text_key, title, text, is_own)
SELECT given.* FROM (VALUES
  ('answer_shipping', $text$How long does shipping take?$text$, $text$Your order ships within 1-2 business days, and delivery then takes 3-5 business days. You get a mail as soon as the parcel is on its way.$text$, false),
  ('answer_returns', $text$What is your return policy?$text$, $text$You can return unopened products within 30 days of delivery. Write to us and we will send you the address for your parcel.$text$, false),
  ('answer_tracking', $text$How can I track my order?$text$, $text$Once your order ships, we mail you the tracking number. With an account you also find every order under My Orders.$text$, false),
  ('answer_vegan', $text$Are your products cruelty-free and vegan?$text$, $text$Yes. All our products are cruelty-free and vegan: nothing is tested on animals, and nothing comes from them.$text$, false),
  ('answer_ingredients', $text$What ingredients do you use?$text$, $text$We work with gentle, well-studied ingredients. The key ones are named in the description of each product, and where we have the full list you find it on the same page under Ingredients. If you are allergic to something, ask our team before you buy.$text$, false),
  ('consent', NULL, $text$Send me skincare tips and offers by email. I can unsubscribe at any time.$text$, false),
  ('policy_privacy', NULL, $text$We collect what we need to run a shop well, and no more. This page says what that is, why we have it and what you can ask us to do with it.

## What we collect

- Order details: your name, e-mail, shipping address, what you bought and what you paid
- Account details: your name, your e-mail and a protected form of your password that we cannot read
- Messages: what you write in the contact form, in live chat and in reviews
- Preferences: whether you agreed to receive our news, and when
- Technical data: what any web server receives, such as your IP address, to keep the shop secure

We never see your full card number. You enter it on the page of our payment provider, who tells us whether the payment succeeded.

## Why we use it

- To take, pack, deliver and invoice your order
- To answer you when you write
- To show reviews, and to mark those that come from a real purchase
- To send news and offers, only if you agreed
- To prevent fraud and to keep the accounts that the law asks for

## Who else sees it

Only those who need it to do their part: the payment provider, the carrier, and the companies that host this shop and send its mail. We do not sell your data.

## What the browser keeps

Your cart lives in your own browser. A cookie keeps you signed in, and another lets you see the order that you placed as a guest. We use no advertising cookies.

## Children

This shop is not meant for children under 13, and we do not knowingly collect data about them. If you believe that a child has given us data, please write to us and we will delete it.

## Your rights

You may ask us at any time what we hold about you, have it corrected, or have it deleted as far as the law lets us. Every marketing e-mail has an unsubscribe link that works at once.$text$, false),
  ('policy_terms', NULL, $text$These terms apply when you use this shop or buy from it. They are short on purpose; please read them before you order.

## Ordering

1. Prices are in US dollars and shown before you pay.
2. Your order is placed when you submit the checkout and paid on the page of our payment provider.
3. We confirm a paid order by e-mail, with an invoice.
4. If we cannot deliver what you ordered, we tell you and refund you in full.

## Accounts

Keep your password to yourself and tell us if you think that someone else knows it. You must be at least 13 years old to use this shop; it is not meant for children under 13.

## Delivery

Orders are processed within 1-2 business days. Standard delivery takes 5-7 business days and costs $5.99, express 2-3 days and $12.99, next day $24.99. Standard delivery is free on orders over $50. Please report damage within 48 hours.

## Returns and refunds

Returns are accepted within 30 days. Refunds are made within 5-10 business days after the return has reached us.

## Coupons

A coupon is valid until the date it names and as often as it allows, cannot be paid out, and never takes an order below zero.

## Reviews and messages

What you publish here must be yours, true and fit for everyone to read. We may remove what is not.

## Using our products

Our products are cosmetics, not medicine. Read the label, try a new product on a small patch of skin first, and stop using it if it irritates.

## Changes

We may change these terms for future orders. The terms shown when you placed an order are the ones that apply to it.$text$, false),
  ('policy_shipping', NULL, $text$Every order is packed by hand and leaves us as soon as it is ready. This page says what delivery costs, how long it takes and what to do when something goes wrong.

## Processing

Orders are prepared within 1-2 business days. Business days are Monday to Friday, without public holidays.

## Delivery options

- Standard: 5-7 business days, $5.99
- Express: 2-3 business days, $12.99
- Next day: $24.99
- Free standard shipping on orders over $50

Delivery times start when your parcel leaves us, so please add the processing time.

## Tracking

When your parcel is on its way we send you an e-mail with the tracking details. The first scan can take a day to appear. If you have an account, you also find your orders under My Orders.

## Damaged parcels

If something arrives damaged, please tell us within 48 hours, with a photo of the parcel and of the product. We replace it or refund it, whichever you prefer.

## Returns

Returns are accepted within 30 days of delivery, for products that are unopened and in their original packaging. Once a return has reached us, the refund is made within 5-10 business days, the way you paid.$text$, false)
) AS given (text_key, title, text, is_own)
WHERE EXISTS (SELECT FROM products);
