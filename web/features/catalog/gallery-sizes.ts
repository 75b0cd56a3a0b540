/** How wide the pictures of a product are shown. */
export const GALLERY_SIZES = '(min-width: 80rem) 600px, (min-width: 64rem) 50vw, 92vw'
