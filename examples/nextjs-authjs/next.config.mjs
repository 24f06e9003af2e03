// No settings. Without this file, Next.js would use the one in the parent folder.
export default {}
