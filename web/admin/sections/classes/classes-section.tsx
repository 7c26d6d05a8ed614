export default function ClassesSection() {
  return null
}
