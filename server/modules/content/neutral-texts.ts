import type { TextKey } from '#contract/shop-texts.ts'

type Neutral = { title: string | null; text: string }

const answer = (title: string, text: string): Neutral => ({ title, text })
const plain = (text: string): Neutral => ({ title: null, text })

/**
 * What a shop says before its owner wrote anything: true of every shop. Days, prices and qualities of products are
 * claims that only the owner can make; those of the demo are in demo/content.json.
 */
export const NEUTRAL_TEXTS: Record<TextKey, Neutral> = {
  answer_shipping: answer(
    'How long does shipping take?',
    'Our shipping policy says how long delivery takes and what it costs. You get a mail as soon as the parcel is on its way.',
  ),
  answer_returns: answer(
    'What is your return policy?',
    'Our returns policy says what can be returned, and how. Write to us if anything is unclear.',
  ),
  answer_tracking: answer(
    'How can I track my order?',
    'Once your order ships, we mail you the tracking number. With an account you also find every order under My Orders.',
  ),
  answer_vegan: answer(
    'Are your products cruelty-free and vegan?',
    'What we know about a product is on its page. Ask our team about anything that you do not find there.',
  ),
  answer_ingredients: answer(
    'What ingredients do you use?',
    'Where we have the list, you find it on the page of a product under Ingredients. If you are allergic to something, ask our team before you buy.',
  ),
  consent: plain('Send me news and offers by email. I can unsubscribe at any time.'),
  policy_privacy:
    plain(`This page says what data this shop has, why, and what you can ask us to do with it.

## What we collect

- Order details: your name, e-mail, shipping address, what you bought and what you paid
- Account details: your name, your e-mail and a protected form of your password that we cannot read
- Messages: what you write in the contact form, in live chat and in reviews
- Preferences: whether you agreed to receive our news, and when
- Technical data: what any web server receives, such as your IP address, to keep the shop secure

You enter your card number on the page of our payment provider, who tells us whether the payment succeeded.

## What the browser keeps

Your cart lives in your own browser. A cookie keeps you signed in, and another lets you see the order that you placed as a guest.

## Your rights

Write to us to learn what we hold about you, to have it corrected or to have it deleted as far as the law lets us. Every marketing e-mail has an unsubscribe link that works at once.`),
  policy_terms: plain(`These terms apply when you use this shop or buy from it.

## Ordering

1. Prices are in US dollars and shown before you pay.
2. Your order is placed when you submit the checkout and paid on the page of our payment provider.
3. We confirm a paid order by e-mail, with an invoice.

## Delivery and returns

Our shipping policy and our returns policy say how we deliver and what can be returned.

## Accounts

Keep your password to yourself and tell us if you think that someone else knows it.

## Reviews and messages

What you publish here must be yours, true and fit for everyone to read. We may remove what is not.`),
  policy_shipping:
    plain(`How long delivery takes and what it costs depends on where you live and what you order. Write to us before you order if you want to know it for your address.

## Tracking

When your parcel is on its way we send you an e-mail with the tracking details. If you have an account, you also find your orders under My Orders.

## Damaged parcels and returns

If something arrives damaged, or if you want to return it, please write to us as soon as you can, with the number of your order.`),
}
