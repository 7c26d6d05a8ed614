// The English texts that the checkout's page shows before the checkout itself has loaded.

export const title = 'Checkout'
export const heading = 'Checkout'
export const loading = 'Loading checkout'
export const questionAboutPincode = ({ pincode }: { pincode: string }) => `Do you deliver to ${pincode}? `
