// The English texts that the cart's page shows before the cart itself has loaded.

export const title = 'Your cart'
export const heading = (
  <>
    Your <em>cart</em>
  </>
)
export const lead =
  'We’ll hold your items once you place your order. Until then, they stay in your cart for 60 days, on this device or in your account.'
export const loading = 'Loading your cart'
