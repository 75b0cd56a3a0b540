/** Widths in which a stored picture is also offered, as AVIF and as WebP: `…-1000x1250.480.avif`. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const

/** A stored picture is offered only in widths below its own. */
export const offeredWidths = (pictureWidth: number) =>
  PICTURE_WIDTHS.filter((width) => width < pictureWidth)
