"""What does a Prometheus server answer to a query?"""
