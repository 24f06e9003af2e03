// Nothing to set; without a file of its own Next.js would take the one of the folder above.
export default {}
