// The texts of the checkout's page, before the checkout itself has loaded, in English.

export const title = 'Checkout'
export const heading = (
  <>
    Check<em>out</em>
  </>
)
export const loading = 'Loading checkout'
export const questionAboutPincode = ({ pincode }: { pincode: string }) => `Do you deliver to ${pincode}? `
