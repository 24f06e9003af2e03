/** The largest file of a logo or the icon that is accepted, in bytes. */
export const maxBrandingImageBytes = 1024 * 1024
