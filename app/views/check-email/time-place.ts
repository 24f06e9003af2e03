/** Stands in a text of the server where the browser writes the time that is left. */
export const timePlace = '0:00'
