/** Typed to rotate the keys while refresh tokens depend on the key that goes; the same in every language. */
export const rotateWord = 'rotate'
