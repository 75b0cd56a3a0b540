/** Where Clover shows what the shop needs. One description for the set-up guide and the payment screen. */
export const WHERE_CLOVER_VALUES_ARE =
  "In Clover's dashboard open Settings, View all settings, Ecommerce, Ecommerce API tokens, and create a token of the type Hosted Checkout that may read payments. Its private key is the private token. The merchant ID has 13 letters and digits; Load merchants looks it up."

export const WHERE_THE_WEBHOOK_GOES =
  'Paste it under Settings, View all settings, Ecommerce, Hosted Checkout, as the webhook URL. Clover then shows a signing secret.'
