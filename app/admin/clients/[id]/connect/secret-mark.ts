/** Stands for the secret in the texts of a guide until it is shown. */
export const secretMark = '<client-secret>'
