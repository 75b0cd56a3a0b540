/** How wide the picture of the banner is shown. */
export const HERO_SIZES = '(min-width: 64rem) 1120px, (min-width: 40rem) 100vw, 160vw'
