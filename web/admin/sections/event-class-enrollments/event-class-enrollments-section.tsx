export default function EventClassEnrollmentsSection() {
  return null
}
