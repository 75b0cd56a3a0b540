-- What every installation starts with, so that no link of a new shop leads nowhere.
-- Names, addresses and wording are the owner's to change in the back office.
INSERT INTO site_settings (setting_key, setting_value, description) VALUES
  ('site_title', 'Petal & Dew', 'Name of the shop, in the bar, the footer and every mail'),
  ('site_description', 'Skincare and beauty products, chosen with care and packed by hand.', 'One or two sentences about the shop, for the footer and for search engines'),
  ('support_email', '', 'Address that customers write to'),
  ('contact_phone', '', 'Phone number on the contact page'),
  ('contact_address', '', 'Street and number on the contact page'),
  ('contact_city', '', 'City, state and ZIP code on the contact page'),
  ('business_hours_sun_thu', '9:00 AM - 6:00 PM', 'Business hours from Sunday to Thursday'),
  ('business_hours_friday', '9:00 AM - 2:00 PM', 'Business hours on Friday'),
  ('business_hours_saturday', 'Closed', 'Business hours on Saturday'),
  ('facebook_url', '', 'Facebook page; empty hides the link'),
  ('instagram_url', '', 'Instagram profile; empty hides the link'),
  ('twitter_url', '', 'Twitter profile; empty hides the link');
--> statement-breakpoint
INSERT INTO banner_content (title, subtitle, button_text, button_link, banner_height, shape_type) VALUES
  ('Elevate Your Beauty Routine', 'Discover premium skincare and beauty products curated for your glow', 'Shop Now', '#products', 500, 'wave');
--> statement-breakpoint
INSERT INTO section_backgrounds (section_name, background_type, background_value, display_order) VALUES
  ('banner', 'preset', 'pink-products', 1),
  ('products', 'preset', 'white', 2),
  ('testimonials', 'preset', 'aloe-fresh', 3),
  ('before-after', 'preset', 'peach-glow', 4);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Contact Us', 'contact', $page$We are glad to hear from you, before an order and after it.

## Ways to reach us

- The contact form of this shop, at any time
- Live chat, with the round button at the lower right of every page

## When we are here

- Sunday to Thursday: 9:00 AM - 6:00 PM
- Friday: 9:00 AM - 2:00 PM
- Saturday: closed

We reply to most messages within 24 hours. What arrives while we are closed is answered on the next working day, in the order in which it came.

## What helps us help you

**If you write about an order**

- The order number, which is in your confirmation e-mail
- The e-mail address that you used at checkout
- A photo, if something arrived damaged; please send it within 48 hours of delivery

**If you would like advice**

- How your skin feels a few hours after cleansing: tight, comfortable or shiny
- What you use now, and what has not agreed with you in the past
- Ingredients that you avoid

We can tell you what is in our products and how to use them. We cannot diagnose or treat a skin condition; please see a doctor or dermatologist about anything that hurts, spreads or worries you.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Shipping Policy', 'shipping-policy', $page$What delivery costs, how long it takes, and what to do if something goes wrong.

## Processing

Orders are prepared within 1-2 business days. Business days are Monday to Friday, excluding public holidays.

## Delivery options and prices

- Standard, 5-7 business days: $5.99
- Express, 2-3 business days: $12.99
- Next day: $24.99
- Free standard shipping on orders over $50

Delivery times start when your parcel leaves us, so please add the processing time.

## Following your order

You receive an e-mail with your invoice once your payment is confirmed, and another one with the tracking details when the parcel is on its way. If you have an account, you also find your orders under My Orders.

## Changing the address

Please write to us as soon as you can. Until an order is packed we can usually change its address.

## Damaged, missing or late

1. If a parcel or a product arrives damaged, tell us within 48 hours of delivery and send a photo of the product and its packaging.
2. If something is missing, please check the packing paper first, then tell us within the same 48 hours.
3. If a parcel is late or its tracking has stopped, write to us and we will ask the carrier.

In each of these cases we replace what was lost or refund it.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Returns Policy', 'returns-policy', $page$If something isn't right for you, this is how to send it back.

## The short version

- Returns are accepted within 30 days of delivery.
- Products must be unopened and in their original packaging.
- Refunds are made within 5-10 business days after the return has reached us.
- Damaged or wrong items should be reported within 48 hours, and we cover the cost of putting it right.

## How to return something

1. Write to us through the contact page with your order number and the products that you would like to return.
2. We reply with the return address and a reference. Please write the reference on the parcel.
3. Pack the products safely and send them within 30 days of delivery. Keep the proof of postage until you have your refund.

Return postage is paid by you, unless the product was faulty, damaged or not what you ordered.

## Refunds

The refund goes back to the card that you paid with and covers the price you paid for the products, after any discount.

## What we cannot take back

- Products that have been opened or used, unless they were faulty
- Products bought in another shop
- Products sent back after the 30 days have passed

## If your skin reacts

Stop using the product, rinse with plenty of water and tell us what happened, even though the product is open. We look at each case personally.

## Canceling an order

Until an order has been packed, we can cancel it and refund it in full. Please write as soon as you can.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Frequently Asked Questions', 'faq', $page$## Orders and delivery

**How long will my order take?**
We prepare orders within 1-2 business days. Standard delivery then takes 5-7 business days, express 2-3 days, and next-day delivery arrives on the business day after dispatch.

**What does shipping cost?**
Standard is $5.99, express is $12.99 and next day is $24.99. Standard shipping is free on orders over $50.

**Do I need an account?**
No. You can check out as a guest with an e-mail address. An account keeps your orders in one place and lets you leave reviews.

**How do I use a discount code?**
Enter it in the coupon box at checkout. One code can be used per order.

**Is it safe to pay by card here?**
You pay on the secure page of our payment provider. We never see or store your full card number.

**Can I change or cancel my order?**
Yes, until it is packed. Please write to us with your order number as soon as you can.

## Returns

**Can I return something that I don't want?**
Yes, within 30 days of delivery, unopened and in its original packaging. Refunds are made within 5-10 business days after the parcel has reached us.

**Something arrived broken. What now?**
Tell us within 48 hours of delivery and send a photo. We replace it or refund it.

## Products

**In which order should I apply things?**
1. Cleanser
2. Toner or mist
3. Serum
4. Moisturizer, then face oil if you use one
5. Sunscreen, in the morning

**How do I try a new product safely?**
Apply a small amount to the inside of your elbow and wait 24 hours. If there is no redness or itching, try it on your face.

**When will a sold-out product be back?**
You can ask to be told by e-mail on the product page.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Terms of Service', 'terms-of-service', $page$These terms apply when you use this shop or buy from it. Please read them before you order. By placing an order you accept them.

## Who may use the shop

You must be at least 18 years old, or have the permission of a parent or guardian, to place an order. The shop is not meant for children under 13, and they may not open an account.

## Your account

You can buy as a guest or with an account. Please give correct details, choose a password that you use nowhere else and keep it to yourself. Tell us at once if you believe that someone else has used your account.

## Products and prices

We describe our products as carefully as we can. Colors may look different on your screen. Prices are in US dollars, and the total is shown before you pay. If a price is plainly wrong, we will contact you and you may cancel.

## Orders and payment

Your order is an offer to buy. The contract is made when we confirm your payment by e-mail. Payment is by card, on the secure page of our payment provider; we never see or store your full card number. Stock is held for you while you pay, and released if payment is not completed in time. If we cannot deliver, we refund what you have paid.

## Discount codes

Codes are valid until the date given and while uses remain. One code can be used per order. Codes have no cash value.

## Shipping and returns

Delivery and returns are described on the Shipping Policy and Returns Policy pages, which are part of these terms. In short: orders are prepared within 1-2 business days, damage should be reported within 48 hours, and unopened products may be returned within 30 days.

## Reviews and messages

What you publish here must come from your own experience and be fit for everyone to read. We remove what is unlawful, insulting or advertising. We do not remove a review because it is critical.

## Liability

Use products as directed and see the Disclaimer. As far as the law allows, our liability for an order is limited to the amount that you paid for it. Nothing here limits rights that the law says cannot be limited.

## Changes

We may change these terms. The version on this page when you order is the one that applies to that order.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Privacy Policy', 'privacy-policy', $page$We collect what we need to run a shop well, and no more. This page says what that is, why we have it and what you can ask us to do with it.

## What we collect

- Order details: your name, e-mail, shipping address, what you bought and what you paid
- Account details: your name, e-mail and a protected form of your password that we cannot read
- Messages: what you write in the contact form, in live chat and in reviews, with any photo or video that you add
- Preferences: whether you agreed to receive our news, and when
- Technical data: what any web server receives, such as your IP address, used to keep the shop secure

We never receive your full card number. You enter it on the page of our payment provider, who tells us whether the payment succeeded and gives us a reference.

## Why we use it

- To take, pack, deliver and invoice your order
- To answer you when you write
- To show reviews, and to mark those that come from a real purchase
- To send news and offers, only if you agreed
- To prevent fraud and to keep the accounts that the law asks for

## Who else sees it

Only those who need it to do their part: the payment provider, the carrier, and the companies that host this shop and send its mail. We do not sell your data.

## E-mails

Order e-mails are sent with every purchase. Marketing e-mails are sent only with your consent, and each has an unsubscribe link that works with a single click.

## How long we keep it

We keep orders and invoices as long as the law requires, and everything else only as long as we need it for the purposes above.

## Your choices

You may ask for a copy of your data, ask us to correct or delete it, or withdraw a consent. Write to us through the contact page from the e-mail address concerned, so that we know it is you. Some data, such as invoices, must be kept even then.

## Children

This shop is not for children under 13, and we do not knowingly collect data from them. If you believe that a child has given us data, please tell us and we will delete it.

## Changes

If we change this policy, the new version appears on this page.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Cookie Policy', 'cookie-policy', $page$Cookies are small pieces of text that a website asks your browser to keep. Browsers also have a second place, called local storage, that works in a similar way. We use both, sparingly, so that the shop can do its job.

## What we use

**Signing in**
When you sign in, a cookie tells us on the next page that it is still you. It is removed when you sign out.

**Your cart**
What you put into your cart is remembered in your own browser, so that it is still there when you come back.

**Your order**
If you check out as a guest, a cookie lets this browser show you your own order afterward.

**Live chat**
If you start a chat, your browser keeps the key to that conversation. It lets you continue where you stopped and keeps the conversation private to you.

## What we do not use

- No advertising cookies
- No tracking across other websites
- No cookies from social networks; the links in our footer are plain links

## Payment

You pay on the page of our payment provider, who may set cookies of their own to process your card safely and to prevent fraud. Their cookie policy applies on that page.

## Your control

All of the above are needed for something that you have asked the shop to do. You can still decide for yourself:

1. Open the privacy settings of your browser.
2. Find the entry for cookies and site data.
3. Delete what is stored for this shop, or block it from now on.

If you block everything, you can read all our pages, but cart, sign-in, checkout and chat will not work properly.$page$);
--> statement-breakpoint
INSERT INTO pages (title, slug, content) VALUES ('Disclaimer', 'disclaimer', $page$We choose our words with care, and we would like you to know how they are meant.

## Cosmetics, not medicine

Our products are cosmetics. They are not intended to diagnose, treat, cure or prevent any disease or skin condition, and nothing in this shop, in our e-mails or in a chat with us is medical advice. If you have a skin condition, an allergy, an injury or a concern about your health, please speak to a doctor or dermatologist before using a new product.

## Patch test first

Any ingredient, natural or not, can disagree with someone. Before you use a product for the first time:

1. Read the full ingredient list on the package.
2. Apply a small amount to the inside of your elbow.
3. Wait 24 hours. If you see redness or feel itching or burning, do not use it.

If a reaction appears later, stop, rinse with plenty of water and seek medical help if it does not settle.

## Using products safely

- For external use only, unless the label says otherwise
- Keep away from eyes and from broken skin
- Keep out of the reach of children
- Store closed, away from heat and direct sunlight

## Results differ

Reviews, customer comments and before-and-after pictures show individual experiences. Your result may not be the same, and we do not promise one.

## Accuracy

We keep this shop correct to the best of our knowledge, but formulas, packaging and prices change. Where the website and the label differ, the label is right.

## Links

Links to other websites are offered for convenience. We do not control those sites and are not responsible for what they contain.$page$);
