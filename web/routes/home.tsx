export default function Home() {
  return <h1>Start Your Floral Journey With Us</h1>
}
